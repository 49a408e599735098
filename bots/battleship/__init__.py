"""The Battleship bots: three officers after document 003, and the Grand Admiral."""
