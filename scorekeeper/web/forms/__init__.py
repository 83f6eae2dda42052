"""Forms draw and decode. What a value means and whether it is allowed is judged by ``play`` alone."""
