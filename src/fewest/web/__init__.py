"""The page: a local web app over the library, served by `fewest serve`."""
