// Baseline for `landscape list`: `plain-list.mjs URL AUTHORIZATION` requests the list, parses it, and prints
// the name of each landscape.
import { request } from 'node:http';

const [url, authorization] = process.argv.slice(2);
request(url, { headers: { authorization } }, (response) => {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk) => {
    text += chunk;
  });
  response.on('end', () => {
    if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}`);
    for (const { name } of JSON.parse(text).landscapes) process.stdout.write(`${name}\n`);
  });
}).end();
