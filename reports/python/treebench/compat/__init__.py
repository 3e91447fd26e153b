"""The games of treebench under the names that other libraries have for the same things; import the module of the library."""
