// A site opened from the disk may not read its own pages: the search then lists titles alone, without asking for texts in vain.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
