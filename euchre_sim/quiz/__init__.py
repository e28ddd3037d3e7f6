"""Practice: questions out of deals, their answers graded, what decides them, a score kept."""
