"""The test files that `make quick` leaves out: tests/conftest.py marks their tests `lengthy`.

Each took more than two and a half seconds of CPU, with few examples of each property. The tests of
the rules' contract and of the services are longer and run all the same: most changes concern them.
`make quick` prints its slowest tests, so that this list can be renewed.
"""

LENGTHY_FILES = frozenset(
    {
        "tests/bots/analysis/test_analyses.py",
        "tests/bots/analysis/test_finished_games.py",
        "tests/bots/battleship/grand/test_analysis.py",
        "tests/bots/battleship/test_analysis.py",
        "tests/bots/battleship/test_decide.py",
        "tests/bots/bench/test_battleship.py",
        "tests/bots/bench/test_datongzi.py",
        "tests/bots/datongzi/test_analysis.py",
        "tests/bots/datongzi/test_compiled.py",
        "tests/bots/datongzi/test_evidence.py",
        "tests/bots/datongzi/test_levels.py",
        "tests/bots/datongzi/test_search.py",
        "tests/bots/datongzi/test_worlds.py",
        "tests/bots/nana/test_belief.py",
        "tests/bots/runtime/test_executor.py",
        "tests/bots/stud/test_expert.py",
        "tests/bots/test_bot_properties.py",
        "tests/bots/test_demo_data.py",
        "tests/games/battleship/test_projection.py",
        "tests/games/core/test_poker.py",
        "tests/games/datongzi/test_generation.py",
        "tests/games/datongzi/test_referee.py",
        "tests/games/lab/jobs/test_addresses.py",
        "tests/games/lab/jobs/test_processes.py",
        "tests/games/lab/jobs/test_storage.py",
        "tests/games/lab/solver/test_losses.py",
        "tests/games/lab/solver/test_solve.py",
        "tests/games/lab/test_command.py",
        "tests/games/stud/test_hand_history.py",
        "tests/games/stud/test_oracle.py",
        "tests/games/stud/test_projection.py",
        "tests/logs/test_stored_logs.py",
        "tests/scripts/test_mutate.py",
        "tests/tables/accounts/test_accounts.py",
        "tests/tables/eventlog/test_patched_updates.py",
        "tests/tables/queries/test_replay.py",
        "tests/tables/services/test_deals.py",
        "tests/tables/staff/test_staff_pages.py",
        "tests/tables/test_battleship_secrets.py",
        "tests/tables/test_turn_duel.py",
        "tests/tables/web/test_bad_input.py",
        "tests/test_vocabulary.py",
    }
)
