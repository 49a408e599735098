"""Rename Thought to DecisionRecord; table, constraint and permission keep their stored names."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bots", "0001_initial"), ("tables", "0005_plain_field_names")]
    operations = [
        migrations.AlterModelTable("thought", "bots_thought"),
        migrations.RenameModel("Thought", "DecisionRecord"),
        migrations.AlterModelOptions(
            "decisionrecord",
            {
                "ordering": ["seq"],
                "default_permissions": (),
                "permissions": [("view_thought", "Can view decisions of bots")],
            },
        ),
        migrations.AlterField(
            "decisionrecord",
            "table",
            models.ForeignKey(
                "tables.table",
                django.db.models.deletion.CASCADE,
                related_name="decisions",
            ),
        ),
    ]
