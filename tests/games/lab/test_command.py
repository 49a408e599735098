"""`manage.py turnlab`: what it prints, what it refuses, and batches that were killed."""

import json
import os
import signal
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.lab.management.commands.turnlab import Command
from games.lab.turn import experiment
from games.lab.turn.answer import answer
from games.lab.turn.experiment import Store, run
from games.lab.turn.labels import hand_labels
from games.lab.turn.report import csv_text, flat_rows, html, write
from games.lab.turn.scenarios import Scenario, scenarios
from games.lab.turn.solver.solve import solve
from tests.games.lab.reference import reference_spot, references

FIELDS = ("board", "pot", "effective_stack", "oop_range", "ip_range", "bet_sizes")


@pytest.fixture
def spot_file(tmp_path):
    path = tmp_path / "spot.json"
    entry = references()["pub6_tiny"]
    path.write_text(json.dumps({field: entry[field] for field in FIELDS}))
    return path


def turnlab(*arguments):
    out, err = StringIO(), StringIO()
    call_command("turnlab", *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_solve_prints_json_only_with_the_fields_of_the_reference(spot_file, tmp_path):
    archive = tmp_path / "strategy.npz"
    out, err = turnlab("solve", spot_file, "--json", "--threads", 1, "--strategy", archive)
    found, entry = json.loads(out), references()["pub6_tiny"]
    assert "decision nodes" in err
    assert "iteration" in err
    assert found["exploitability_pct_pot"] <= 0.5
    assert found["tree"] == entry["tree"]
    assert found["river_cards"] == entry["river_cards"]
    for side in ("oop", "ip"):
        assert found[side]["hands"] == entry[side]["hands"]
        assert found[side]["raw_weight"] == entry[side]["raw_weight"]
        for field in ("ev", "equity", "hand_ev", "hand_equity", "normalized_weight"):
            assert field in found[side]
    for node in (found["root"], found["ip_after_check"], found["ip_after_bets"]["bet 75"]):
        for field in ("actions", "frequency", "strategy_by_action", "ev_by_action", "ev_oop"):
            assert field in node
    after = found["ip_after_bets"]["bet 75"]
    assert after["ev_oop"] + after["ev_ip"] == pytest.approx(175, abs=0.01)
    for field in ("seconds", "cpu_seconds", "iterations", "memory_bytes"):
        assert found[field] > 0
    stored = np.load(archive)
    for line, name in zip(found["tree"]["lines"], stored.files, strict=True):
        player = ("oop", "ip")[
            sum(part not in ("river", "") for part in line["line"].split("river")[-1].split(" / "))
            % 2
        ]
        rivers = (48,) if "river" in line["line"] else ()
        hands = len(found[player]["hands"])
        assert stored[name].shape == (len(line["actions"]), *rivers, hands)
        assert stored[name].dtype == np.float32


def test_solve_without_json_prints_a_summary(spot_file):
    out, _ = turnlab("solve", spot_file, "--threads", 1)
    assert "converged" in out
    assert "OOP at the root" in out


def test_solve_with_clusters_states_the_exploitability_in_the_whole_game(spot_file):
    out, _ = turnlab(
        "solve", spot_file, "--json", "--threads", 1, "--clusters", 2, "--by", "equity",
        "--side", "oop",
    )  # fmt: skip
    found = json.loads(out)
    assert found["exploitability_within_limits_pct_pot"] <= 0.5
    assert found["exploitability_pct_pot"] > found["exploitability_within_limits_pct_pot"]
    assert found["clusters"] == {"clusters": 2, "by": "equity", "side": "oop"}


def test_potential_and_cluster_print_json(spot_file):
    potential = json.loads(turnlab("potential", spot_file, "--side", "ip", "--bins", 20)[0])
    assert len(potential["histograms"]) == len(references()["pub6_tiny"]["ip"]["hands"])
    assert sum(potential["histograms"][0]) == pytest.approx(1, abs=1e-4)
    cluster = json.loads(turnlab("cluster", spot_file, "-k", 3)[0])
    assert set(cluster["labels"]) == {0, 1, 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "Ts6h2dTs"}, "board: .*Ts"),
        ({"board": "Ts6h2d9s3c"}, "board: .*4 board cards"),
        ({"oop_range": "AA,KK:-1"}, "oop_range: .*position 6"),
        ({"ip_range": ""}, "ip_range: "),
        ({"rake": 0.05}, "rake: .*not supported"),
    ],
)
def test_a_bad_spot_file_is_refused_with_field_and_reason(spot_file, change, message):
    spot_file.write_text(json.dumps({**json.loads(spot_file.read_text()), **change}))
    for part in ("solve", "potential", "cluster"):
        with pytest.raises(CommandError, match=message):
            turnlab(part, spot_file)


def test_a_missing_or_binary_file_is_refused(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        turnlab("solve", tmp_path / "none.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="UTF-8"):
        turnlab("solve", tmp_path / "binary")


def test_a_file_that_cannot_be_written_is_refused(spot_file, tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        turnlab("solve", spot_file, "--strategy", tmp_path / "none" / "s.npz")
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="file"):
        turnlab("experiment", "--out", tmp_path / "file")


def test_ctrl_c_ends_a_solve_with_what_it_has(spot_file, monkeypatch):
    before = signal.getsignal(signal.SIGINT)

    def press_once(command, progress):
        if progress.iteration == 10:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Command, "_progress", press_once)
    out, _ = turnlab("solve", spot_file, "--json", "--threads", 1, "--target", 1e-12)
    found = json.loads(out)
    assert (found["converged"], found["stopped"]) == (False, "cancelled")
    assert found["iterations"] == 11
    assert signal.getsignal(signal.SIGINT) is before


def test_unknown_scenarios_are_refused_by_name(tmp_path):
    with pytest.raises(CommandError, match="moon unknown; known: dry"):
        turnlab("experiment", "--scenarios", "moon", "--out", tmp_path)


def test_there_are_fifteen_scenarios_with_the_same_bets():
    listed = scenarios()
    assert len({scenario.name for scenario in listed}) == 15
    assert {(item.spot.pot, item.spot.stack) for item in listed} == {(100, 400)}


TINY = Scenario("tiny", "draw", "tiny", reference_spot("pub6_tiny"))


def broken_scenario():
    return Scenario(
        "broken", "draw", "tiny", reference_spot("pub6_tiny", oop_range="AhAd", ip_range="AhAd")
    )


def test_every_scenario_gets_one_record_whether_it_succeeds_or_not(tmp_path):
    store = Store(tmp_path / "e.jsonl", resume=False)
    run([broken_scenario(), TINY], store, ks=(2,))
    records = [record for record in store.records if record["kind"] == "scenario"]
    assert [(record["scenario"], record["status"]) for record in records] == [
        ("broken", "failed"),
        ("tiny", "ok"),
    ]
    assert "ip_range" in records[0]["reason"]
    rows = [record for record in store.records if record["kind"] == "row"]
    assert [(row["by"], row["k"]) for row in rows] == [("equity", 2), ("potential", 2)]
    assert all(row["converged"] for row in rows)
    paths = write(store.records, tmp_path)
    assert {path.name for path in paths} >= {"report.html", "results.csv", "results.json"}
    text = (tmp_path / "report.html").read_text()
    assert "<svg" in text
    assert "broken" in text
    assert csv_text(flat_rows(store.records)).count("\n") == 3
    assert len(json.loads((tmp_path / "results.json").read_text())) == len(store.records)


def test_a_killed_run_resumes_without_repeating_rows(tmp_path, monkeypatch):
    path = tmp_path / "e.jsonl"
    run([TINY], Store(path, resume=False), ks=(2, 4))
    whole = path.read_text().splitlines(keepends=True)
    path.write_text("".join(whole[:2]) + whole[2][:20])  # killed while writing the third row
    computed = []
    original = experiment._run_row

    def counted(scenario, solution, by, k, *rest):
        computed.append((by, k))
        return original(scenario, solution, by, k, *rest)

    monkeypatch.setattr(experiment, "_run_row", counted)
    store = Store(path, resume=True)
    run([TINY], store, ks=(2, 4))
    assert computed == [("equity", 4), ("potential", 4)]
    assert [record["kind"] for record in store.records] == ["row"] * 4 + ["scenario"]
    again = Store(path, resume=True)
    run([TINY], again, ks=(2, 4))
    assert computed == [("equity", 4), ("potential", 4)]
    assert again.records == store.records


def test_a_failed_scenario_is_tried_again_on_resume(tmp_path):
    path = tmp_path / "e.jsonl"
    run([broken_scenario()], Store(path, resume=False), ks=(2,))
    store = Store(path, resume=True)
    run([Scenario("broken", "draw", "tiny", TINY.spot)], store, ks=(2,))
    assert [r["status"] for r in store.records if r["kind"] == "scenario"] == ["ok"]


def test_progress_says_how_much_is_done_and_what_is_left(tmp_path):
    seen = []
    run([TINY], Store(tmp_path / "e.jsonl", False), lambda *report: seen.append(report), ks=(2,))
    assert [share for _, share, _ in seen] == [0.5, 1.0, 1.0]
    assert seen[-1][2] == 0


def test_the_report_escapes_names():
    record = {"kind": "scenario", "scenario": "<b>", "status": "failed", "reason": "<script>"}
    text = html([record], [])
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_a_decision_that_never_happens_gets_figures_all_the_same():
    """OOP's strategy is locked to bet, so IP never acts after a check."""
    hands = len(references()["pub6_tiny"]["oop"]["hands"])
    bet = np.array([np.zeros(hands), np.ones(hands)])
    whole = solve(TINY.spot, target=1, locked={"": bet})
    assert not whole.view("check").normalized_weight.any()
    assert answer(whole)["ip_after_check"]["ev_oop"] is None
    json.dumps(answer(whole), allow_nan=False)
    labels = hand_labels(TINY.spot, 1, "equity", 2)
    found = experiment._agreement(whole, labels, "check")
    assert 0 < found["purity"] <= 1
