"""The stud bots: document 002's levels and the expert."""
