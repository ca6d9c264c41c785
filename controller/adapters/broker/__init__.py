"""The embedded broker: amqtt in its own process, repaired and locked, and the table of who may say what.

Start it with `broker_process`; acl.py also makes Mosquitto's files for a venue that runs that instead.
"""

from controller.adapters.broker.acl import Role
from controller.adapters.broker.process import BrokerProcess, BrokerProcessError, broker_command, broker_process
from controller.adapters.broker.settings import BrokerSettings, BrokerSettingsError, read_settings
from controller.adapters.broker.users import User, UserFileError, new_password, new_user, read_users, write_users

__all__ = [
    "BrokerProcess",
    "BrokerProcessError",
    "BrokerSettings",
    "BrokerSettingsError",
    "Role",
    "User",
    "UserFileError",
    "broker_command",
    "broker_process",
    "new_password",
    "new_user",
    "read_settings",
    "read_users",
    "write_users",
]
