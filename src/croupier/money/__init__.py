"""Money: whole cents, pay odds, bank coverage, settlement and collection fees."""
