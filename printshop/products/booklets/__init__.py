"""Scenario booklets: cover, forces, deployment, scoring."""
