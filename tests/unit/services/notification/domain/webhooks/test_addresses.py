import pytest

from services.notification.domain.webhooks.addresses import may_be_called


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"])
def test_the_internet_may_be_called(address: str) -> None:
    assert may_be_called(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
    ],
)
def test_no_address_of_a_network_of_ones_own_may_be(address: str) -> None:
    assert not may_be_called(address)


def test_networks_that_the_operator_names_may_be() -> None:
    allowed = ("10.1.0.0/16", "::1/128")
    asked = ("10.1.2.3", "10.2.0.1", "::1", "::ffff:10.1.9.9", "127.0.0.1")
    assert [may_be_called(address, allowed) for address in asked] == [True, False, True, True, False]
