"""Everything that is computed from a set of files, in a form by which two revisions can be compared.

    python -m bench.digests run DATA... --out DIR [--sets FILE]
    python -m bench.digests compare OLD NEW [--renames FILE]

`run` takes every file below the data folders, and some sets of files of one event, and writes a folder of JSON for
each: `read`, `facts`, `standings`, `travellers`, `findings`, `seats`, `exports` and `losses`. Exported files lie in
`exports/` by their digest; `digests.json` has the digest of every document.

`compare` lists what differs, by file and document. Findings are compared by code, severity, place and subject; their
wording is counted apart. Renames that are on purpose are given as JSON (`renames.Renames`).

Everything that depends on the product's interfaces is in `pipeline.py`.
"""
