import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, type Running, startServer } from './processes.ts'

const peerFile = (name: string) => join(import.meta.dirname, '..', 'peers', name)

export interface Peer {
  name: string
  server: Running
}

/** Starts the canned upstream in a separate process. */
export async function startUpstream(): Promise<Running> {
  const port = await freePort()
  return startServer([process.execPath, peerFile('upstream.ts'), String(port)], { port })
}

/** Starts every proxy that is installed, each in one process, in front of the same upstream. The first one is Isobath. */
export async function startPeers(upstream: string, folder: string): Promise<Peer[]> {
  const peers: Peer[] = [{ name: 'Isobath, full path', server: await startIsobath(upstream, folder) }]
  for (const [name, file] of [
    ['@fastify/http-proxy, bare', 'fastify-http-proxy.ts'],
    ['Express + http-proxy-middleware', 'express-http-proxy-middleware.mjs']
  ] as const) {
    const port = await freePort()
    peers.push({ name, server: await startServer([process.execPath, peerFile(file), upstream, String(port)], { port }) })
  }
  if (existsSync('/usr/bin/caddy'))
    peers.push({ name: `Caddy ${caddyVersion()} reverse_proxy`, server: await startCaddy(upstream, folder) })
  if (existsSync('/usr/sbin/nginx')) peers.push({ name: 'nginx proxy_pass', server: await startNginx(upstream, folder) })
  return peers
}

async function startIsobath(upstream: string, folder: string): Promise<Running> {
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), BACKEND_URL: upstream, DATA_DIR: join(folder, 'data') }
  return startServer([process.execPath, 'server/main.ts'], { port, env, log: join(folder, 'isobath.log'), readyPath: '/readyz' })
}

/** Version of Caddy, such as `2.6.2`. */
const caddyVersion = () => execFileSync('/usr/bin/caddy', ['version'], { encoding: 'utf8' }).trim().split(' ')[0]

async function startCaddy(upstream: string, folder: string): Promise<Running> {
  const port = await freePort()
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n\tadmin off\n\tauto_https off\n}\n:${port} {\n\treverse_proxy ${new URL(upstream).host}\n}\n`)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return startServer(['/usr/bin/caddy', 'run', '--config', config, '--adapter', 'caddyfile'], { port, env })
}

async function startNginx(upstream: string, folder: string): Promise<Running> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${join(folder, name)};`)
  mkdirSync(join(folder, 'nginx'), { recursive: true })
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log /dev/null;
events { worker_connections 1024; }
http {
  access_log off; ${temporary.join(' ')}
  upstream canned { server ${new URL(upstream).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://canned; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`
  )
  return startServer(['/usr/sbin/nginx', '-c', config, '-p', join(folder, 'nginx')], { port })
}
