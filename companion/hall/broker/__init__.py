"""The one door to MQTT brokers: how one is named, and a line to it that comes back by itself when it breaks.

Owns Eclipse Paho's client. It carries bytes under topics and knows nothing of what they mean.
"""

from companion.hall.broker.address import BrokerAddress, parse_broker_address, parse_table_address
from companion.hall.broker.connection import BrokerConnection, BrokerListener, BrokerMessage, Delivery

__all__ = [
    "BrokerAddress",
    "BrokerConnection",
    "BrokerListener",
    "BrokerMessage",
    "Delivery",
    "parse_broker_address",
    "parse_table_address",
]
