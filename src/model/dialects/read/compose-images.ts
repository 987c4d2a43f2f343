/** Kinds of container images, by the last part of their names. */

export interface Image {
  technology: string;
  /** Whether it stores or forwards data. */
  isStore: boolean;
}

/** Images that store or forward data, with their display names. */
const STORES: Readonly<Record<string, string>> = {
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
  postgis: 'PostGIS',
  pgvector: 'PostgreSQL',
  timescaledb: 'TimescaleDB',
  mysql: 'MySQL',
  'mysql-server': 'MySQL',
  mariadb: 'MariaDB',
  percona: 'Percona',
  mssql: 'SQL Server',
  server: 'SQL Server',
  'oracle-xe': 'Oracle',
  oracle: 'Oracle',
  mongo: 'MongoDB',
  mongodb: 'MongoDB',
  'mongodb-community-server': 'MongoDB',
  'dynamodb-local': 'Amazon DynamoDB',
  azurite: 'Azure Storage',
  redis: 'Redis',
  'redis-stack': 'Redis',
  'redis-stack-server': 'Redis',
  dragonfly: 'Dragonfly',
  valkey: 'Valkey',
  keydb: 'KeyDB',
  memcached: 'Memcached',
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  solr: 'Apache Solr',
  cassandra: 'Apache Cassandra',
  scylla: 'ScyllaDB',
  couchdb: 'Apache CouchDB',
  couchbase: 'Couchbase',
  neo4j: 'Neo4j',
  influxdb: 'InfluxDB',
  questdb: 'QuestDB',
  clickhouse: 'ClickHouse',
  'clickhouse-server': 'ClickHouse',
  cockroach: 'CockroachDB',
  cockroachdb: 'CockroachDB',
  minio: 'MinIO',
  rabbitmq: 'RabbitMQ',
  kafka: 'Apache Kafka',
  'cp-kafka': 'Apache Kafka',
  'cp-server': 'Apache Kafka',
  redpanda: 'Redpanda',
  nats: 'NATS',
  activemq: 'Apache ActiveMQ',
  artemis: 'Apache ActiveMQ',
  pulsar: 'Apache Pulsar',
  mosquitto: 'Mosquitto',
  'eclipse-mosquitto': 'Mosquitto',
  etcd: 'etcd',
  zookeeper: 'Apache ZooKeeper',
  meilisearch: 'Meilisearch',
  typesense: 'Typesense',
  qdrant: 'Qdrant',
  weaviate: 'Weaviate',
  milvus: 'Milvus',
  registry: 'Docker Registry',
};

/** Publishers whose image with a common name is that store; the same name of other publishers is a program. */
const PUBLISHED: Readonly<Record<string, string>> = { server: 'mssql', oracle: 'database' };

/** Images of programs, with their display names. */
const PROGRAMS: Readonly<Record<string, string>> = {
  nginx: 'NGINX',
  httpd: 'Apache HTTP Server',
  traefik: 'Traefik',
  caddy: 'Caddy',
  haproxy: 'HAProxy',
  envoy: 'Envoy',
  kong: 'Kong',
  node: 'Node.js',
  python: 'Python',
  golang: 'Go',
  openjdk: 'Java',
  'eclipse-temurin': 'Java',
  php: 'PHP',
  ruby: 'Ruby',
  tomcat: 'Apache Tomcat',
  keycloak: 'Keycloak',
  vault: 'HashiCorp Vault',
  consul: 'HashiCorp Consul',
  prometheus: 'Prometheus',
  grafana: 'Grafana',
  loki: 'Grafana Loki',
  jaeger: 'Jaeger',
  wordpress: 'WordPress',
};

/** Publisher and name of `ghcr.io/acme/postgres:16@sha256:…`. */
function partsOf(image: string): { publisher: string; name: string } {
  const [path = ''] = image.toLowerCase().split('@');
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').split(':')[0] ?? '';
  return { publisher: parts.slice(0, -1).join('/'), name };
}

/** Classifies an image. An unknown image is a program, and its name is the technology. */
export function imageOf(image: string): Image {
  const { publisher, name } = partsOf(image);
  const store = Object.hasOwn(STORES, name) ? STORES[name] : undefined;
  const mark = Object.hasOwn(PUBLISHED, name) ? PUBLISHED[name] : undefined;
  if (store !== undefined && (mark === undefined || publisher.includes(mark)))
    return { technology: store, isStore: true };
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  return { technology: program ?? '', isStore: false };
}
