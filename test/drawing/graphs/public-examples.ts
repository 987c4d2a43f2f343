/**
 * Published example architectures, retyped by name. Indented lines are inside the line above. The last part of a line
 * with an arrow is its label.
 */

/** Example of the C4 model, c4model.com, CC BY 4.0. */
const BIG_BANK = `
actor Personal Banking Customer
group Big Bank plc
  actor Customer Service Staff
  actor Back Office Staff
  system ATM
  system E-mail System
  system Mainframe Banking System
  system Internet Banking System
    app Web Application
    app Single-Page Application
    app Mobile App
    store Database
    app API Application
      component Sign In Controller
      component Reset Password Controller
      component Accounts Summary Controller
      component Security Component
      component E-mail Component
      component Mainframe Banking System Facade
Personal Banking Customer > ATM: Withdraws cash using
Personal Banking Customer > Customer Service Staff: Asks questions to
Customer Service Staff > Mainframe Banking System: Uses
Back Office Staff > Mainframe Banking System: Uses
ATM > Mainframe Banking System: Uses
E-mail System > Personal Banking Customer: Sends e-mails to
Personal Banking Customer > Web Application: Visits bigbank.com/ib using
Personal Banking Customer > Single-Page Application: Views account balances, and makes payments using
Personal Banking Customer > Mobile App: Views account balances, and makes payments using
Web Application > Single-Page Application: Delivers to the customer's web browser
Single-Page Application > Sign In Controller: Makes API calls to
Single-Page Application > Accounts Summary Controller: Makes API calls to
Single-Page Application > Reset Password Controller: Makes API calls to
Mobile App > Sign In Controller: Makes API calls to
Mobile App > Accounts Summary Controller: Makes API calls to
Mobile App > Reset Password Controller: Makes API calls to
Sign In Controller > Security Component: Uses
Accounts Summary Controller > Mainframe Banking System Facade: Uses
Reset Password Controller > Security Component: Uses
Reset Password Controller > E-mail Component: Uses
Security Component > Database: Reads from and writes to
Mainframe Banking System Facade > Mainframe Banking System: Makes API calls to
E-mail Component > E-mail System: Sends e-mail using
`;

/** GoogleCloudPlatform/microservices-demo, Apache-2.0. */
const ONLINE_BOUTIQUE = `
actor Shopper
app Load Generator
system Online Boutique
  app Frontend
  app Cart Service
  app Product Catalog Service
  app Currency Service
  app Payment Service
  app Shipping Service
  app Email Service
  app Checkout Service
  app Recommendation Service
  app Ad Service
  store Redis Cart
Shopper > Frontend: Browses and buys
Load Generator > Frontend: Sends realistic traffic
Frontend > Ad Service: Gets ads
Frontend > Recommendation Service: Lists recommendations
Frontend > Product Catalog Service: Lists products
Frontend > Cart Service: Adds items
Frontend > Shipping Service: Gets a quote
Frontend > Currency Service: Converts prices
Frontend > Checkout Service: Places the order
Checkout Service > Product Catalog Service: Gets products
Checkout Service > Cart Service: Gets and empties the cart
Checkout Service > Currency Service: Converts prices
Checkout Service > Shipping Service: Ships the order
Checkout Service > Payment Service: Charges the card
Checkout Service > Email Service: Sends the confirmation
Recommendation Service > Product Catalog Service: Lists products
Cart Service > Redis Cart: Stores carts
`;

/** microservices-demo/microservices-demo (Sock Shop), Apache-2.0. */
const SOCK_SHOP = `
actor Customer
system Sock Shop
  app Edge Router
  app Front End
  group Catalogue
    app Catalogue Service
    store Catalogue DB
  group Carts
    app Carts Service
    store Carts DB
  group Users
    app User Service
    store User DB
  group Orders
    app Orders Service
    store Orders DB
  app Payment
  group Delivery
    app Shipping
    store RabbitMQ
    app Queue Master
system Monitoring
  app Prometheus
  app Grafana
  app Zipkin
Customer > Edge Router: Visits
Edge Router > Front End: Forwards to
Front End > Catalogue Service: Lists socks
Front End > Carts Service: Edits the cart
Front End > User Service: Logs in
Front End > Orders Service: Places an order
Catalogue Service > Catalogue DB: Reads
Carts Service > Carts DB: Reads and writes
User Service > User DB: Reads and writes
Orders Service > Orders DB: Reads and writes
Orders Service > Carts Service: Gets items
Orders Service > User Service: Gets address and card
Orders Service > Payment: Authorises
Orders Service > Shipping: Requests shipment
Shipping > RabbitMQ: Publishes
Queue Master > RabbitMQ: Consumes
Prometheus > Front End: Scrapes
Prometheus > Catalogue Service: Scrapes
Prometheus > Carts Service: Scrapes
Prometheus > User Service: Scrapes
Prometheus > Orders Service: Scrapes
Prometheus > Payment: Scrapes
Prometheus > Shipping: Scrapes
Grafana > Prometheus: Queries
Orders Service > Zipkin: Sends spans
Shipping > Zipkin: Sends spans
Carts Service > Zipkin: Sends spans
`;

/** dotnet-architecture/eShopOnContainers, MIT. */
const ESHOP = `
actor Shopper
group Client apps
  app Mobile App
  app MVC Web App
  app SPA Web App
group Gateways
  app Web Shopping Aggregator
  app Mobile Shopping Aggregator
  app Web API Gateway
  app Mobile API Gateway
system eShop
  group Identity
    app Identity Service
    store Identity DB
  group Catalog
    app Catalog Service
    store Catalog DB
  group Ordering
    app Ordering Service
    app Ordering Background Tasks
    app Ordering SignalR Hub
    store Ordering DB
  group Basket
    app Basket Service
    store Redis
  group Payment
    app Payment Service
  group Webhooks
    app Webhooks Service
    store Webhooks DB
  store Event Bus
app Webhooks Client
app Status Page
Shopper > Mobile App: Uses
Shopper > MVC Web App: Uses
Shopper > SPA Web App: Uses
Mobile App > Mobile API Gateway: Calls
MVC Web App > Web API Gateway: Calls
SPA Web App > Web API Gateway: Calls
Mobile App > Identity Service: Signs in
MVC Web App > Identity Service: Signs in
SPA Web App > Identity Service: Signs in
Web API Gateway > Web Shopping Aggregator: Forwards
Web API Gateway > Catalog Service: Forwards
Web API Gateway > Ordering Service: Forwards
Web API Gateway > Basket Service: Forwards
Mobile API Gateway > Mobile Shopping Aggregator: Forwards
Mobile API Gateway > Catalog Service: Forwards
Mobile API Gateway > Ordering Service: Forwards
Mobile API Gateway > Basket Service: Forwards
Web Shopping Aggregator > Basket Service: Gets the basket
Web Shopping Aggregator > Catalog Service: Gets items
Web Shopping Aggregator > Ordering Service: Drafts an order
Mobile Shopping Aggregator > Basket Service: Gets the basket
Mobile Shopping Aggregator > Catalog Service: Gets items
Identity Service > Identity DB: Stores users
Catalog Service > Catalog DB: Stores items
Ordering Service > Ordering DB: Stores orders
Ordering Background Tasks > Ordering DB: Reads grace periods
Basket Service > Redis: Stores baskets
Webhooks Service > Webhooks DB: Stores subscriptions
Catalog Service > Event Bus: Publishes price changes
Basket Service > Event Bus: Publishes checkouts
Ordering Service > Event Bus: Publishes status changes
Ordering Background Tasks > Event Bus: Publishes grace periods
Event Bus > Ordering SignalR Hub: Delivers status changes
Event Bus > Payment Service: Delivers stock confirmations
Payment Service > Event Bus: Publishes payments
Event Bus > Webhooks Service: Delivers payments
Webhooks Service > Webhooks Client: Calls hooks
Ordering SignalR Hub > MVC Web App: Pushes status
Status Page > Catalog Service: Checks health
Status Page > Ordering Service: Checks health
Status Page > Basket Service: Checks health
`;

/** open-telemetry/opentelemetry-demo, Apache-2.0. */
const TELEMETRY_DEMO = `
actor User
system Astronomy Shop
  app Frontend Proxy
  app Frontend
  app Load Generator
  app Accounting
  app Ad
  app Cart
  app Checkout
  app Currency
  app Email
  app Fraud Detection
  app Image Provider
  app Payment
  app Product Catalog
  app Quote
  app Recommendation
  app Shipping
  app Flagd
  app Flagd UI
  store Kafka
  store Valkey
system Telemetry
  app Collector
  app Jaeger
  app Prometheus
  app Grafana
  store OpenSearch
User > Frontend Proxy: HTTP
Load Generator > Frontend Proxy: HTTP
Frontend Proxy > Frontend: HTTP
Frontend Proxy > Image Provider: HTTP
Frontend Proxy > Flagd UI: HTTP
Frontend Proxy > Jaeger: HTTP
Frontend Proxy > Grafana: HTTP
Frontend > Ad: gRPC
Frontend > Cart: gRPC
Frontend > Checkout: gRPC
Frontend > Currency: gRPC
Frontend > Product Catalog: gRPC
Frontend > Recommendation: gRPC
Frontend > Shipping: gRPC
Checkout > Cart: gRPC
Checkout > Currency: gRPC
Checkout > Email: HTTP
Checkout > Payment: gRPC
Checkout > Product Catalog: gRPC
Checkout > Shipping: gRPC
Checkout > Kafka: TCP
Accounting > Kafka: TCP
Fraud Detection > Kafka: TCP
Cart > Valkey: TCP
Recommendation > Product Catalog: gRPC
Shipping > Quote: HTTP
Flagd UI > Flagd: Edits flags
Ad > Flagd: gRPC
Cart > Flagd: gRPC
Payment > Flagd: gRPC
Product Catalog > Flagd: gRPC
Recommendation > Flagd: gRPC
Fraud Detection > Flagd: gRPC
Checkout > Collector: OTLP
Frontend > Collector: OTLP
Shipping > Collector: OTLP
Collector > Jaeger: Traces
Collector > Prometheus: Metrics
Collector > OpenSearch: Logs
Grafana > Jaeger: Queries
Grafana > Prometheus: Queries
Grafana > OpenSearch: Queries
`;

/** spring-petclinic/spring-petclinic-microservices, Apache-2.0. */
const PET_CLINIC = `
actor Vet
actor Owner
system Pet Clinic
  app API Gateway
  app Customers Service
  app Visits Service
  app Vets Service
  app GenAI Service
  store Customers DB
  store Visits DB
  store Vets DB
group Platform
  app Config Server
  app Discovery Server
  app Admin Server
  app Tracing Server
  app Prometheus
  app Grafana
system OpenAI
system GitHub
Vet > API Gateway: Looks up pets
Owner > API Gateway: Books visits
API Gateway > Customers Service: Routes
API Gateway > Visits Service: Routes
API Gateway > Vets Service: Routes
API Gateway > GenAI Service: Chats
GenAI Service > Customers Service: Gets owners
GenAI Service > Vets Service: Gets vets
GenAI Service > OpenAI: Completes chats
Customers Service > Customers DB: Reads and writes
Visits Service > Visits DB: Reads and writes
Vets Service > Vets DB: Reads
Config Server > GitHub: Clones the configuration
Customers Service > Config Server: Loads configuration
Visits Service > Config Server: Loads configuration
Vets Service > Config Server: Loads configuration
API Gateway > Discovery Server: Finds services
Customers Service > Discovery Server: Registers
Visits Service > Discovery Server: Registers
Vets Service > Discovery Server: Registers
Admin Server > Discovery Server: Lists services
Customers Service > Tracing Server: Sends spans
Visits Service > Tracing Server: Sends spans
Prometheus > Customers Service: Scrapes
Prometheus > Visits Service: Scrapes
Prometheus > Vets Service: Scrapes
Grafana > Prometheus: Queries
`;

/** Components of Kubernetes, kubernetes.io, CC BY 4.0. */
const KUBERNETES = `
actor Operator
actor Client
system Cloud Provider API
system Control Plane
  app kube-apiserver
  store etcd
  app kube-scheduler
  app kube-controller-manager
  app cloud-controller-manager
system Node 1
  app kubelet 1
  app kube-proxy 1
  app containerd 1
  app CoreDNS
  app Ingress Controller
system Node 2
  app kubelet 2
  app kube-proxy 2
  app containerd 2
  app Web Pod
  app Metrics Server
system Node 3
  app kubelet 3
  app kube-proxy 3
  app containerd 3
  app Database Pod
  store Volume
Operator > kube-apiserver: Applies manifests
Client > Ingress Controller: Requests
Ingress Controller > Web Pod: Forwards
Web Pod > Database Pod: Queries
Web Pod > CoreDNS: Resolves names
Database Pod > Volume: Stores data
kube-apiserver > etcd: Stores state
kube-scheduler > kube-apiserver: Binds pods
kube-controller-manager > kube-apiserver: Reconciles
cloud-controller-manager > kube-apiserver: Watches nodes
cloud-controller-manager > Cloud Provider API: Creates load balancers
kubelet 1 > kube-apiserver: Reports status
kubelet 2 > kube-apiserver: Reports status
kubelet 3 > kube-apiserver: Reports status
kube-proxy 1 > kube-apiserver: Watches services
kube-proxy 2 > kube-apiserver: Watches services
kube-proxy 3 > kube-apiserver: Watches services
kubelet 1 > containerd 1: Starts containers
kubelet 2 > containerd 2: Starts containers
kubelet 3 > containerd 3: Starts containers
Metrics Server > kubelet 1: Scrapes
Metrics Server > kubelet 2: Scrapes
Metrics Server > kubelet 3: Scrapes
CoreDNS > kube-apiserver: Watches services
Ingress Controller > kube-apiserver: Watches ingresses
`;

/** Example "cloud-system" of likec4/likec4, MIT. */
const CLOUD_SYSTEM = `
actor Cloud System Customer
actor Cloud System Support
system Amazon Web Services
  group EC2 and Lambda
    app AWS Lambda
  store RDS Aurora
  store S3 Bucket
  store SNS Topic
system Cloud System
  app Backend
    component GraphQL API
    component Authorization Service
    component Subscription Service
    component Media Service
    component Email Worker
    component Jobs Queue
  app Web Dashboard
  app Mobile Application
  app Admin Console
  app Message Bus
  group Next Generation
    app API Gateway
    app Event Worker
    store Event Store
system Auth0
system Stripe
system SendGrid
Cloud System Customer > Web Dashboard: Opens in the browser
Cloud System Customer > Mobile Application: Opens on mobile
Cloud System Support > Admin Console: Maintains accounts
Web Dashboard > GraphQL API: Requests data
Mobile Application > GraphQL API: Requests data
Admin Console > GraphQL API: Requests data
Web Dashboard > Auth0: Signs in
Mobile Application > Auth0: Signs in
GraphQL API > Authorization Service: Checks permissions
GraphQL API > Subscription Service: Subscribes
GraphQL API > Media Service: Uploads
Authorization Service > Auth0: Verifies tokens
Subscription Service > Stripe: Charges
Subscription Service > RDS Aurora: Reads and writes
Authorization Service > RDS Aurora: Reads
Media Service > S3 Bucket: Stores files
S3 Bucket > AWS Lambda: Triggers
AWS Lambda > S3 Bucket: Writes thumbnails
Jobs Queue > Email Worker: Dispatches
Subscription Service > Jobs Queue: Queues invoices
Email Worker > SendGrid: Sends
Backend > Message Bus: Publishes
Message Bus > SNS Topic: Forwards
SNS Topic > Event Worker: Delivers
API Gateway > GraphQL API: Proxies
Event Worker > Event Store: Appends
API Gateway > Event Store: Queries
Web Dashboard > API Gateway: Tries new features
`;

export const PUBLIC_EXAMPLES: Readonly<Record<string, string>> = {
  'Big Bank': BIG_BANK,
  'Online Boutique': ONLINE_BOUTIQUE,
  'Sock Shop': SOCK_SHOP,
  eShopOnContainers: ESHOP,
  'OpenTelemetry Demo': TELEMETRY_DEMO,
  'Pet Clinic': PET_CLINIC,
  Kubernetes: KUBERNETES,
  'LikeC4 Cloud System': CLOUD_SYSTEM,
};
