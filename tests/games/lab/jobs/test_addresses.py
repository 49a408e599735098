"""The lab's addresses, with the real process for questions and results that were solved here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.lab.jobs import ready, storage
from games.lab.models import SavedSpot, Solve, Status
from games.lab.processes.questions import questions_about
from games.lab.turn import store
from games.lab.turn.canonical import Clustering, SolveInput, solve_hash
from games.lab.turn.solver.solve import solve
from games.lab.turn.spots import parse_spot
from games.lab.web import pages
from games.tables.realtime import rate_limit
from tests.games.lab.jobs.lab_rows import SPOT, ask
from tests.tables.conftest import make_people
from tests.tables.conftest import nothing_remembered as nothing_remembered
from tests.tables.staff_users import admin_user, client_of, staff_user

pytestmark = pytest.mark.database
API = "/lab/turn/api/"
BETS = ("turn_bet_oop", "turn_bet_ip", "river_bet_oop", "river_bet_ip")
TOO_MANY_SIZES = {
    **dict.fromkeys(BETS, "1%,2%,3%,4%,5%,6%,7%,8%"),
    "turn_raise": "2.1x,2.2x,2.3x",
    "river_raise": "2.1x,2.2x",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store with the spot's whole solve and one with clusters."""
    folder = tmp_path_factory.mktemp("lab")
    for given in (
        SolveInput(parse_spot(SPOT)),
        SolveInput(parse_spot(SPOT), clustering=Clustering("oop", "potential", 2)),
    ):
        found = solve(given.spot, given.target, clusters=store.labels_of(given), backend="numpy")
        store.write(folder, given, found)
    yield folder
    questions_about(folder).close()


@pytest.fixture(autouse=True)
def lab(folder: Path, settings: Any) -> None:
    settings.GLASS_LAB_DIR = folder


@pytest.fixture
def solved() -> str:
    """The hash of a solve that is done."""
    row = ask(None)
    summary = store.read(storage.folder(), row.hash).summary
    Solve.objects.filter(pk=row.pk).update(
        status=Status.DONE, result=summary, result_bytes=summary["bytes"]
    )
    return row.hash


def post(client: Client, path: str, **body: Any) -> Any:
    answer = client.post(API + path, json.dumps(body), content_type="application/json")
    return answer.json() | {"status": answer.status_code}


def get(client: Client, path: str, **query: str) -> Any:
    answer = client.get(API + path, query)
    return answer.json() | {"status": answer.status_code}


def test_a_range_goes_from_text_to_cells_and_back(client: Client) -> None:
    first = post(client, "range/", board="Ks7d2c4h", text="TT-99, AKo:0.5 AhKh:.3")
    assert first["ok"] and first["text"] == "TT-99,AhKh:0.3,AKo:0.5"
    assert first["cells"]["AKo"] == {"weight": 0.5, "mixed": False, "combos": 12, "alive": 9}
    assert first["cells"]["AKs"]["mixed"] and len(first["cells"]) == 169
    assert first["combos"] == 12 + 9 + 1 and first["weight"] == pytest.approx(12 + 4.5 + 0.3)
    cells = {name: cell["weight"] for name, cell in first["cells"].items() if not cell["mixed"]}
    again = post(client, "range/", board="", weights=cells | {"KhAh": 0.3})
    assert again["text"] == first["text"]
    refused = post(client, "range/", board="", text="TT, XX")
    assert (refused["status"], refused["code"], refused["position"]) == (400, "bad_range", 4)


def test_a_spot_is_checked_named_and_measured(client: Client) -> None:
    found = post(client, "spot/", spot=SPOT)
    assert found["hash"] and found["solve_hash"] == solve_hash(SolveInput(parse_spot(SPOT)))
    assert found["size"]["allowed"] and found["size"]["hands"] == [12, 15]
    assert found["sides"]["oop"]["equity"] + found["sides"]["ip"]["equity"] == pytest.approx(1)
    assert found["tree"]["turn_action_nodes"] == found["size"]["turn_nodes"]
    assert found["solve"] is None


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"board": "Ks7d2c"}, "bad_spot", "board"),
        ({"board": "KsKs2c3d"}, "bad_spot", "board"),
        ({"pot": 0}, "bad_spot", "pot"),
        ({"effective_stack": 1e300}, "bad_spot", "effective_stack"),
        ({"oop_range": "AA," * 20_000}, "bad_spot", "oop_range"),
        ({"ip_range": "AA:2"}, "bad_spot", "ip_range"),
        ({"bet_sizes": {"turn_bet_oop": "0%"}}, "bad_spot", "bet_sizes.turn_bet_oop"),
        ({"bet_sizes": {"donk": "50%"}}, "bad_spot", "bet_sizes.donk"),
        ({"bet_sizes": TOO_MANY_SIZES, "effective_stack": 100_000}, "too_large", None),
    ],
)  # fmt: skip
def test_hostile_spots_are_refused_with_a_code_and_leave_no_row(
    client: Client, changes: dict[str, Any], code: str, field: str | None
) -> None:
    for path in ("spot/", "solves/"):
        refused = post(client, path, spot={**SPOT, **changes})
        assert (refused["status"], refused["code"], refused.get("field")) == (400, code, field)
    assert not Solve.objects.exists() and not client.session.items()


def test_a_solve_above_the_servers_limits_is_refused_before_it_is_queued(client: Client) -> None:
    wide = {"oop_range": "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+", "ip_range": "22+,A2+,K2+,Q2+,J2+"}
    sizes = {"turn_bet_oop": "30%,60%,90%", "turn_bet_ip": "30%,60%,90%", "turn_raise": "3x",
             "river_bet_oop": "30%,60%,90%", "river_bet_ip": "30%,60%,90%", "river_raise": "3x"}  # fmt: skip
    spot = {**SPOT, **wide, "bet_sizes": sizes, "effective_stack": 2000}
    assert post(client, "spot/", spot=spot)["size"]["allowed"] is False
    refused = post(client, "solves/", spot=spot)
    assert refused["code"] == "too_large" and not Solve.objects.exists()


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b'{"spot": "\\u0000"}', b"1" * 300_000]
)
def test_bodies_that_are_no_questions_are_refused(client: Client, body: bytes) -> None:
    answer = client.post(API + "spot/", body, content_type="application/json")
    assert answer.status_code == 400 and answer.json()["code"] in ("bad_message", "bad_spot")


def test_hands_and_one_hand_and_two_agree(client: Client) -> None:
    every = post(client, "hands/", spot=SPOT, side="ip")
    assert len(every["hands"]) == 15 and set(every["cells"]) == {"QQ", "JJ", "A7s"}
    place = every["hands"].index("QsQd")
    one = post(client, "hand/", spot=SPOT, side="ip", hand="QdQs")
    assert one["equity"] == every["equity"][place] and one["variance"] == every["variance"][place]
    assert sum(one["histogram"]) == pytest.approx(1, abs=1e-4) and one["cdf"][-1] == pytest.approx(
        1
    )
    states = [river["state"] for river in one["rivers"]]
    assert (states.count("board"), states.count("held")) == (4, 2)
    both = post(client, "compare/", spot=SPOT, side="ip", hands=["QsQd", "As7s"])
    assert both["emd"] == pytest.approx(sum(both["gap"]) / 50, abs=1e-5)
    near = {entry["hand"]: entry["emd"] for entry in one["neighbours"]}
    assert both["emd"] == pytest.approx(near.get("As7s", both["emd"]), abs=1e-6)
    assert post(client, "hand/", spot=SPOT, hand="2s2d")["code"] == "no_such_hand"
    table = client.post(
        API + "hands/", json.dumps({"spot": SPOT, "format": "csv"}), content_type="application/json"
    )
    assert table["Content-Type"].startswith("text/csv") and table.content.count(b"\n") == 13


def test_clusters_show_members_agreement_and_cost(client: Client, solved: str) -> None:
    found = post(client, "clusters/", spot=SPOT, side="oop", k=2, solve=solved)
    members = [hand for cluster in found["clusters"] for hand in cluster["members"]]
    assert sorted(members) == sorted(found["hands"]) and len(found["clusters"]) == 2
    assert all(
        sum(cluster["mix"].values()) == pytest.approx(1, abs=1e-4) for cluster in found["clusters"]
    )
    assert found["agreement"]["purity"]["value"] >= found["agreement"]["commonest_share"] - 1e-6
    assert -0.7 <= found["cost"]["loss_pct"] < 30 and found["cost"]["reference"] == solved
    assert len(found["map"]["x"]) == len(found["hands"])
    other = post(client, "clusters/", spot={**SPOT, "pot": 90}, k=3, solve=solved)
    assert other["code"] == "bad_message"
    assert post(client, "clusters/", spot=SPOT, k=3)["cost"]["loss_pct"] is None


def test_two_visitors_ask_for_one_solve(client: Client) -> None:
    first, second = (post(visitor, "solves/", spot=SPOT) for visitor in (client, Client()))
    assert first["solve"]["hash"] == second["solve"]["hash"] and Solve.objects.count() == 1
    assert first["solve"]["status"] == "queued" and first["solve"]["position"] == 1
    assert Solve.objects.get().owners.count() == 2
    path = f"solves/{first['solve']['hash']}/"
    assert post(Client(), path + "stop/")["code"] == "not_yours"
    assert post(client, path + "stop/")["solve"]["status"] == "queued", "the other still wants it"
    assert [one["spot"]["pot"] for one in get(client, "solves/")["solves"]] == [100]
    assert get(client, f"{path}node/")["code"] == "not_solved"
    assert get(client, f"solves/{'f' * 64}/")["status"] == 404


def test_a_result_can_be_walked_down_to_every_river(client: Client, solved: str) -> None:
    path = f"solves/{solved}/"
    root = get(client, path + "node/")
    assert root["line"] == "" and sum(root["frequency"]) == pytest.approx(1, abs=1e-4)
    assert root["reach"] == pytest.approx(1) and max(root["weight"]) == pytest.approx(1)
    assert root["ev_oop"] + root["ev_ip"] == pytest.approx(100, abs=1e-3)
    assert [step["kind"] for step in root["next"]] == ["decision", "decision"]
    every = get(client, path + "rivers/", line="check / check")
    assert len(every["rivers"]) == 48
    assert sum(river["reach"] for river in every["rivers"]) == pytest.approx(1, abs=1e-3)
    shown = next(river for river in every["rivers"] if river["card"] == "9h")
    node = get(client, path + "node/", line=every["next"], river="9h")
    assert node["frequency"] == pytest.approx(shown["frequency"], abs=1e-5)
    assert node["ev_oop"] == pytest.approx(shown["ev_oop"], abs=1e-4)
    assert node["equity_oop"] == pytest.approx(shown["equity_oop"], abs=1e-5)
    assert node["path"][-1] == {"action": "9h", "line": "check / check / river", "kind": "decision"}
    assert len(node["opponent"]["hands"]) == 15
    assert set(node["draw"]) == {"none"}, "there is nothing left to draw to"
    assert get(client, path + "node/", line="bet 9")["code"] == "no_such_line"
    assert get(client, path + "node/", line=every["next"], river="Ks")["code"] == "no_such_river"
    assert get(client, path + "node/", line=every["next"])["code"] == "no_such_river"
    assert len(get(client, path + "correlation/")["nodes"]) == 2


def test_results_are_exported(client: Client, solved: str) -> None:
    path = f"{API}solves/{solved}/"
    table = client.get(path + "export.csv", {"line": "check"})
    header, *lines = table.content.decode().splitlines()
    assert header.startswith("hand,cell,made,draw,weight,equity,ev,frequency check")
    assert len(lines) == 15 and "attachment" in table["Content-Disposition"]
    assert client.get(path + "export.json").json()["line"] == ""
    assert client.get(path + "answer.json").json()["board"] == SPOT["board"]


def test_spots_are_saved_per_player(client: Client, solved: str) -> None:
    kept = post(client, "spots/", name=" My  spot ", spot=SPOT, solve=solved)["saved"]
    assert kept["name"] == "My spot" and kept["solve"]["status"] == "done"
    assert post(client, "spots/", name="My spot", spot=SPOT)["saved"]["id"] == kept["id"]
    assert [one["id"] for one in get(client, "spots/")["spots"]] == [kept["id"]]
    assert get(Client(), "spots/")["spots"] == []
    stranger = Client()
    post(stranger, "spots/", name="other", spot=SPOT)
    assert post(stranger, f"spots/{kept['id']}/delete/")["code"] == "no_such_spot"
    assert post(client, f"spots/{kept['id']}/rename/", name="x")["saved"]["name"] == "x"
    assert post(client, "spots/", name="", spot=SPOT)["code"] == "bad_message"
    assert post(client, "spots/", name="y", spot=SPOT, solve="f" * 64)["code"] == "no_such_solve"
    assert post(client, f"spots/{kept['id']}/delete/")["ok"]
    assert SavedSpot.objects.count() == 1


def test_a_shared_link_opens_its_spot(rf: Any, client: Client, solved: str) -> None:
    link = post(client, "spot/", spot={**SPOT, "pot": 90})["link"]
    request = rf.get(link)
    request.session, request.user = client.session, admin_user()
    found = pages.boot(request)
    assert found["shared"] and found["spot"]["pot"] == 90 and found["solve"] is None
    broken = rf.get("/lab/turn/?spot=xyz")
    broken.session, broken.user = client.session, request.user
    found = pages.boot(broken)
    assert (
        found["link_error"]["code"] == "bad_link"
        and found["spot"] == ready.ready_made()[0].named["spot"]
    )
    assert found["staff"] is True


def test_the_experiment_is_shown_to_all_and_run_by_staff(client: Client) -> None:
    shown = get(client, "experiment/")
    assert shown["source"] == "published" and shown["run"] is None and len(shown["rows"]) == 150
    main = shown["losses"][0]
    assert main["rows"][2]["potential_lower"] == 12 and len(main["grid"]) == 75
    assert client.get(API + "experiment.csv").content.count(b"\n") == 151
    assert post(client, "experiment/run/")["code"] == "not_staff"
    assert post(client_of(staff_user("view_solve")), "experiment/run/")["status"] == 403
    staff = client_of(staff_user("change_solve"))
    assert post(staff, "experiment/run/", scenarios=["nothing"])["code"] == "bad_message"
    run = post(staff, "experiment/run/", scenarios=["dry-wide-wide"])["run"]
    assert run["status"] == "queued" and run["scenarios"] == ["dry-wide-wide"]
    assert post(staff, "experiment/run/")["code"] == "already_running"
    assert post(staff, "experiment/stop/")["run"]["status"] == "stopped"
    assert get(staff, "experiment/")["run"]["status"] == "stopped"


def test_questions_and_solves_have_budgets(client: Client) -> None:
    limit = int(rate_limit.BUDGETS["solve"].person.burst)
    post(client, "solves/", spot=SPOT)
    answers = [post(client, "solves/", spot=SPOT)["status"] for _ in range(limit + 1)]
    assert answers[0] == 200 and answers[-1] == 429
    refused = post(client, "solves/", spot=SPOT)
    assert refused["code"] == "too_fast" and refused["retry_after"] >= 1


def test_staff_see_jobs_with_inputs_owners_and_times(client: Client) -> None:
    player = make_people(1)[0]
    solve = ask(player)
    staff = client_of(admin_user())
    listed = staff.get("/admin/lab/solve/").content.decode()
    assert "Ks7d2c4h, pot 100, stack 200, to 0.5 %" in listed and player.name in listed
    shown = staff.get(f"/admin/lab/solve/{solve.pk}/change/").content.decode()
    assert "KK+,76s" in shown and solve.hash in shown and player.name in shown
    form = {"action": "stop", "_selected_action": [solve.pk]}
    assert staff.post("/admin/lab/solve/", form).status_code == 302
    solve.refresh_from_db()
    assert solve.status == Status.STOPPED
    assert staff.get("/admin/lab/savedspot/").status_code == 200
    solve = ask(player)
    client_of(staff_user("view_solve")).post("/admin/lab/solve/", form)
    solve.refresh_from_db()
    assert solve.status == Status.QUEUED, "who may only look may not stop"
