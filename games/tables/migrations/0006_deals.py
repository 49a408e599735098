"""Rows can begin a deal, and then hold all that is needed to read the log from there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_plain_field_names")]
    operations = [
        migrations.AddField("logentry", "deal", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("logentry", "keyframe", models.TextField(blank=True, default="")),
        migrations.AlterField(
            "logentry",
            "kind",
            models.CharField(
                choices=[("table", "table"), ("game", "game"), ("aside", "aside")], max_length=5
            ),
        ),
        migrations.AddConstraint(
            "logentry", models.UniqueConstraint(fields=["table", "deal"], name="one_deal")
        ),
    ]
