"""The people of a house: who they are, what each may do, where they sit, and the limits they set themselves."""
