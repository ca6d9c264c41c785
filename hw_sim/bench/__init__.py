"""What the whole product is measured by. A bench prints figures and is no test; a test has no stop-watch."""
