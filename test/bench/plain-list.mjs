// What `landscape list` has to do at least, and nothing besides: `plain-list.mjs URL AUTHORIZATION` asks, reads, parses,
// and prints the name of each landscape.
import { request } from 'node:http';

const [url, authorization] = process.argv.slice(2);
request(url, { headers: { authorization } }, (response) => {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    for (const { name } of JSON.parse(text).landscapes) process.stdout.write(`${name}\n`);
  });
}).end();
