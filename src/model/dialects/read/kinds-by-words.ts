/** Guesses the kind of an element from its name, technology and tags if the format does not state it. */

const listed = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

/** Endings of store names. */
const STORES = listed(`
  database, databases, db, datastore, data store, object store, event store, document store, key-value store,
  file store, storage, bucket, queue, topic, cache, warehouse, data lake, schema, database schema, message broker,
  message bus, event bus, search index
`);

const STORE_TECHNOLOGIES = listed(`
  postgresql, postgres, mysql, mariadb, oracle, sql server, mssql, mongodb, mongo, redis, memcached, cassandra,
  scylladb, couchdb, couchbase, dynamodb, elasticsearch, opensearch, sqlite, db2, neo4j, influxdb, timescaledb,
  clickhouse, snowflake, bigquery, redshift, s3, blob storage, cloud storage, minio, kafka, rabbitmq, activemq, sqs,
  sns, kinesis, pub/sub, pubsub, nats, service bus, event hub, etcd, hbase, aurora, rds, cosmosdb, cosmos db,
  firestore, valkey, solr, cockroachdb, h2, hsqldb
`);

/** Words before the name of a technology. */
const VENDORS = listed('apache, amazon, aws, azure, google, gcp, microsoft, ms, ibm, the');

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((it) => it !== '');

const endsWith = (words: readonly string[], end: string): boolean => {
  const last = end.split(' ');
  return last.every((it, at) => it === words[words.length - last.length + at]);
};

/** Whether the name or the first technology suggests a store. */
export function looksLikeStore(name: string, technology = ''): boolean {
  const named = wordsOf(name);
  if (STORES.some((it) => endsWith(named, it))) return true;
  const first = wordsOf(technology.split(/[,;|]/)[0] ?? '').filter(
    (it) => !VENDORS.includes(it) && !/^[\dv.x]+$/.test(it),
  );
  const whole = first.join(' ');
  return STORE_TECHNOLOGIES.includes(whole) || STORES.some((it) => endsWith(first, it));
}

const OUTSIDE = /\bexternal\b|\bthird[ -]?party\b|\b3rd[ -]?party\b|\bsaas\b|\bvendor\b/;

/** Whether tags mark an element as external. */
export const hasExternalTag = (tags: readonly string[]): boolean =>
  tags.some((it) => OUTSIDE.test(it.slice(0, 100).toLowerCase().replaceAll('_', ' ')));

/** Fields given by tags, and the remaining tags; a tag that repeats a field is dropped. */
export function fieldsFromTags(tags: readonly string[]): { external?: true; tags: readonly string[] } {
  const otherTags = tags.filter((it) => it.toLowerCase() !== 'external');
  return { ...(hasExternalTag(tags) && { external: true }), tags: otherTags };
}
