// Express with http-proxy-middleware, connections to the upstream kept open: <upstream> <port>.
import { Agent } from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'

const [upstream = '', port] = process.argv.slice(2)
const app = express()
app.use(createProxyMiddleware({ target: upstream, agent: new Agent({ keepAlive: true }) }))
app.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
