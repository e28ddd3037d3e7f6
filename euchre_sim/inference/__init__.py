"""What a seat may think of the cards it does not see: layouts counted, numbered and drawn."""
