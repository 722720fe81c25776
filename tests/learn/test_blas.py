"""NumPy's threads are put back."""

from elver.learn.training import one_blas_thread, openblas


def test_one_thread_while_the_block_runs():
    before = [get() for get, _ in openblas()]
    with one_blas_thread():
        assert [get() for get, _ in openblas()] == [1] * len(before)
    assert [get() for get, _ in openblas()] == before
