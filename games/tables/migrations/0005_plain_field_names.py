"""Rename fields in the code; the columns keep their names, so no SQL runs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_seat_related_name")]
    operations = [
        migrations.AlterField(
            "table", "show", models.BooleanField(default=False, db_column="show")
        ),
        migrations.RenameField("table", "show", "is_demo"),
        migrations.AlterField(
            "table",
            "follows",
            models.OneToOneField(
                "tables.table",
                django.db.models.deletion.SET_NULL,
                null=True,
                blank=True,
                db_column="follows_id",
                related_name="next_table",
            ),
        ),
        migrations.RenameField("table", "follows", "previous_table"),
        migrations.AlterField("round", "seal", models.CharField(max_length=64, db_column="seal")),
        migrations.RenameField("round", "seal", "commitment"),
    ]
