/** Vendor-neutral technologies. Columns and `more`: see `catalog-cloud.ts`. */
export const OPEN_TECHNOLOGIES = `
postgresql | PostgreSQL | | data-storage | blue | store | Relational database | https://www.postgresql.org | https://www.postgresql.org/docs/ | Stores relational data and can be extended with own types and indexes. | short=Postgres; also=postgres
mysql | MySQL | | data-storage | orange | store | Relational database | https://www.mysql.com | https://dev.mysql.com/doc/ | Stores relational data behind many of the web's applications. |
mongodb | MongoDB | | data-storage | green | store | Document database | https://www.mongodb.com | https://www.mongodb.com/docs/ | Keeps JSON-like documents with rich queries. | short=Mongo; repo=mongodb/mongo
redis | Redis | | data-storage | red | store | In-memory store | https://redis.io | https://redis.io/docs/latest/ | Holds data structures in memory, often as a cache. | repo=redis/redis
elasticsearch | Elasticsearch | | data-storage | yellow | store | Search engine | https://www.elastic.co/elasticsearch | https://www.elastic.co/docs | Indexes documents for full-text search and analytics. | short=Elastic; repo=elastic/elasticsearch
timescaledb | TimescaleDB | | data-storage | yellow | store | Time-series database | https://www.tigerdata.com/timescaledb | https://docs.tigerdata.com | Extends PostgreSQL with tables made for time series. | repo=timescale/timescaledb
sqlite | SQLite | | data-storage | blue | store component | Embedded database | https://www.sqlite.org | https://www.sqlite.org/docs.html | Keeps a relational database in one file inside the program. |
rabbitmq | RabbitMQ | | message-broker | orange | app connection store | Message broker | https://www.rabbitmq.com | https://www.rabbitmq.com/docs | Routes messages through exchanges to queues. | repo=rabbitmq/rabbitmq-server
nodejs | Node.js | | runtime | green | app component | JavaScript runtime | https://nodejs.org | https://nodejs.org/docs/latest/api/ | Runs JavaScript outside the browser. | short=Node; repo=nodejs/node; also=node
python | Python | | language | yellow | app component | Programming language | https://www.python.org | https://docs.python.org/3/ | Reads clearly and comes with a large standard library. | repo=python/cpython
go | Go | | language | blue | app component | Programming language | https://go.dev | https://go.dev/doc/ | Compiles to single binaries with concurrency built in. | repo=golang/go; also=golang
java | Java | | language | red | app component | Programming language | https://www.java.com | https://docs.oracle.com/en/java/ | Compiles to bytecode for a widely available virtual machine. | repo=openjdk/jdk
kotlin | Kotlin | | language | purple | app component | Programming language | https://kotlinlang.org | https://kotlinlang.org/docs/home.html | Brings concise, null-safe code to the JVM and Android. | repo=JetBrains/kotlin
swift | Swift | | language | orange | app component | Programming language | https://www.swift.org | https://www.swift.org/documentation/ | Builds fast, safe programs, above all for Apple's platforms. | repo=swiftlang/swift
rust | Rust | | language | beaver | app component | Programming language | https://www.rust-lang.org | https://doc.rust-lang.org | Guarantees memory safety without a garbage collector. | repo=rust-lang/rust
react | React | | framework-library | blue | app component | User interface library | https://react.dev | https://react.dev/reference/react | Builds user interfaces out of components. | repo=facebook/react
vue | Vue.js | | framework-library | green | app component | User interface framework | https://vuejs.org | https://vuejs.org/guide/introduction.html | Builds user interfaces that follow their data. | short=Vue; repo=vuejs/core
angular | Angular | | framework-library | red | app component | User interface framework | https://angular.dev | https://angular.dev/overview | Builds large browser applications with batteries included. | repo=angular/angular
flutter | Flutter | | framework-library | blue | app component | User interface toolkit | https://flutter.dev | https://docs.flutter.dev | Builds mobile, web and desktop apps from one Dart codebase. | repo=flutter/flutter
spring-boot | Spring Boot | | framework-library | green | app component | Application framework | https://spring.io/projects/spring-boot | https://docs.spring.io/spring-boot/ | Starts production-ready Spring applications with little set-up. | repo=spring-projects/spring-boot
nestjs | NestJS | | framework-library | red | app component | Application framework | https://nestjs.com | https://docs.nestjs.com | Structures server-side TypeScript into modules. | short=Nest; repo=nestjs/nest
django | Django | | framework-library | green | app component | Application framework | https://www.djangoproject.com | https://docs.djangoproject.com/en/stable/ | Builds Python web applications with an admin site and an ORM. | repo=django/django
docker | Docker | | deployment | blue | app group store | Containers | https://www.docker.com | https://docs.docker.com | Packs programs and what they need into containers. | repo=moby/moby
kubernetes | Kubernetes | | deployment | blue | app group system | Containers | https://kubernetes.io | https://kubernetes.io/docs/ | Places containers on a cluster and keeps them running. | short=K8s; repo=kubernetes/kubernetes; also=k8s
terraform | Terraform | | deployment | purple | group system | Infrastructure as code | https://developer.hashicorp.com/terraform | https://developer.hashicorp.com/terraform/docs | Plans and applies infrastructure written as code. | repo=hashicorp/terraform
nginx | NGINX | | gateway | green | app component | Web server | https://nginx.org | https://nginx.org/en/docs/ | Serves files and forwards requests with little memory. | repo=nginx/nginx
kong-gateway | Kong Gateway | | gateway | dark-blue | app system | API gateway | https://konghq.com/products/kong-gateway | https://developer.konghq.com/gateway/ | Guards and shapes API traffic with plugins. | short=Kong; repo=Kong/kong
https | HTTPS | | protocol | grey | connection | Transport | https://www.rfc-editor.org/rfc/rfc9110 | https://developer.mozilla.org/docs/Web/HTTP | Carries HTTP messages over an encrypted channel. | also=http
graphql | GraphQL | | protocol | pink | app component connection | Query language | https://graphql.org | https://graphql.org/learn/ | Lets a client ask an API for exactly the fields it needs. | repo=graphql/graphql-spec
grpc | gRPC | | protocol | blue | component connection | Remote procedure calls | https://grpc.io | https://grpc.io/docs/ | Calls remote procedures with Protocol Buffers over HTTP/2. | repo=grpc/grpc
websocket | WebSocket | | protocol | grey | connection | Transport | https://www.rfc-editor.org/rfc/rfc6455 | https://developer.mozilla.org/docs/Web/API/WebSockets_API | Keeps a two-way channel open between browser and server. |
mqtt | MQTT | | protocol | purple | connection | Messaging protocol | https://mqtt.org | https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html | Publishes small messages over unreliable links. |
amqp | AMQP | | protocol | orange | connection | Messaging protocol | https://www.amqp.org | https://www.amqp.org/resources/download | Moves messages between clients and brokers of different makers. |
oauth2 | OAuth 2.0 | | protocol | black | connection | Authorization | https://oauth.net/2/ | https://www.rfc-editor.org/rfc/rfc6749 | Lets a program act for a user without the user's password. | short=OAuth
stripe | Stripe | | service-tool | purple | app system | Payments | https://stripe.com | https://docs.stripe.com | Takes card and wallet payments through an API. |
twilio | Twilio | | service-tool | red | app system | Messaging | https://www.twilio.com | https://www.twilio.com/docs | Sends texts, calls and mails through an API. |
opentelemetry | OpenTelemetry | | framework-library | yellow | app component connection | Observability | https://opentelemetry.io | https://opentelemetry.io/docs/ | Collects traces, metrics and logs in one vendor-neutral format. | short=OTel
prometheus | Prometheus | | service-tool | orange | app store system | Monitoring | https://prometheus.io | https://prometheus.io/docs/ | Scrapes metrics and alerts on rules over them. | repo=prometheus/prometheus
grafana | Grafana | | service-tool | orange | app system | Dashboards | https://grafana.com/oss/grafana/ | https://grafana.com/docs/grafana/latest/ | Draws dashboards over many sources of metrics and logs. | repo=grafana/grafana
`;

/** Technologies with other statuses: proposed by the organization, rejected, or being phased out. */
export const REVIEW_TECHNOLOGIES = `
valkey | Valkey | | data-storage | blue | store | In-memory store | https://valkey.io | https://valkey.io/docs/ | Continues the open-source line of Redis under the Linux Foundation. | status=pending-review; repo=valkey-io/valkey
nats | NATS | | message-broker | green | app connection store | Message broker | https://nats.io | https://docs.nats.io | Passes messages by subject, with optional persistence. | status=pending-review; repo=nats-io/nats-server
bun | Bun | | runtime | beaver | app component | JavaScript runtime | https://bun.com | https://bun.com/docs | Runs, bundles and tests JavaScript in one program. | status=pending-review; repo=oven-sh/bun
postgres-database | Postgres Database | | data-storage | blue | store | Relational database | https://www.postgresql.org | https://www.postgresql.org/docs/ | Stores relational data. | status=rejected; reason=duplicate; message=The catalog already lists this as PostgreSQL.
amazon-qldb | Amazon QLDB | aws | data-storage | dark-blue | store | Ledger database | https://aws.amazon.com/qldb/ | https://docs.aws.amazon.com/qldb/ | Kept a verifiable history of every change until its end of support. | short=QLDB; aws=amazon-qldb; deprecated=120
`;
