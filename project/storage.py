"""The storage of static files: hashed names, compressed copies, and the joined files of pages."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from project.packs import join_modules, join_sheets
from project.pages import script_packs, sheet_packs


class PackedStorage(CompressedManifestStaticFilesStorage):
    """Write each page's joined sheet and module beside its parts, then hash and compress all."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            texts = {name: join_sheets(names) for name, names in sheet_packs().items()}
            texts |= {name: join_modules(*ends) for name, ends in script_packs().items()}
            for name, text in texts.items():
                self.delete(name)
                self.save(name, ContentFile(text.encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)
