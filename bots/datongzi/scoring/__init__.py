"""How each style of Da Tong Zi bots scores the plays it considers."""
