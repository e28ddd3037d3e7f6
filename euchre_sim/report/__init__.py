"""Pages and charts that people look at, made of what runs and call tables hold."""
