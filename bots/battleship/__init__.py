"""The Battleship bots: three officers after the user's document, and the Grand Admiral."""
