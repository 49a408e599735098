"""The lab's two processes beside a server: one solves, one answers questions. Neither imports Django."""
