"""compose.yaml: two servers whose environment is the one that the settings read."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from project import environment

ROOT = Path(__file__).parents[2]
SERVERS = ("first", "second")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text()))


def test_there_are_two_servers_with_postgresql_and_redis(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert {*SERVERS, "postgres", "redis", "prepare"} == services.keys()
    ports = [port for name in SERVERS for port in services[name]["ports"]]
    assert len({port.split(":")[1] for port in ports}) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_every_name_in_the_environment_of_a_server_is_read_by_the_settings(
    compose: dict[str, Any],
) -> None:
    sources = [ROOT / "project" / "settings.py", ROOT / "project" / "environment.py"]
    read = set(re.findall(r'"([A-Z][A-Z_]+)"', "".join(file.read_text() for file in sources)))
    for name in (*SERVERS, "prepare"):
        names = compose["services"][name]["environment"].keys()
        assert names <= read - set(environment.FORMER_NAMES.values())
        assert {"DATABASE_URL", "REDIS_URL", "GLASS_DATA_DIR"} <= names


def test_the_servers_use_the_database_and_the_redis_of_the_file(compose: dict[str, Any]) -> None:
    services = compose["services"]
    given = services["postgres"]["environment"]
    for name in (*SERVERS, "prepare"):
        server = services[name]["environment"]
        database = environment.database(server["DATABASE_URL"])
        assert database["ENGINE"] == "project.postgresql"
        assert database["HOST"] == "postgres"
        assert (database["USER"], database["PASSWORD"], database["NAME"]) == (
            given["POSTGRES_USER"],
            given["POSTGRES_PASSWORD"],
            given["POSTGRES_DB"],
        )
        assert urlsplit(server["REDIS_URL"]).hostname in services


def test_servers_share_their_data_and_start_when_it_is_prepared(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for name in SERVERS:
        assert services[name]["depends_on"] == {
            "prepare": {"condition": "service_completed_successfully"}
        }
        assert services[name]["volumes"] == services["prepare"]["volumes"]
        target = services[name]["volumes"][0].split(":")[1]
        assert services[name]["environment"]["GLASS_DATA_DIR"] == target


def test_the_image_is_built_with_targets_of_the_makefile(compose: dict[str, Any]) -> None:
    makefile = (ROOT / "Makefile").read_text()
    image = (ROOT / compose["services"]["first"]["build"]["dockerfile"]).read_text()
    (targets,) = re.findall(r"^RUN make (.+)$", image, re.MULTILINE)
    for target in targets.split():
        assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target
