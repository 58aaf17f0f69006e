// Bare @fastify/http-proxy: <upstream> <port>.
import httpProxy from '@fastify/http-proxy'
import Fastify from 'fastify'

const [upstream = '', port] = process.argv.slice(2)
const app = Fastify()
await app.register(httpProxy, { upstream })
await app.listen({ host: '127.0.0.1', port: Number(port) })
process.once('SIGTERM', () => process.exit())
