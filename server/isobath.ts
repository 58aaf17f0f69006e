import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { startEmbeddedBackend } from './embedded-backend.ts'
import type { GatewayConfig } from './gateway/config.ts'
import { openDebugLog, openLogOutput } from './gateway/debug-log.ts'
import { debugLogFile } from './lib/debug-log-file.ts'
import type { JobEnds } from './lib/job-end.ts'
import { keepSetUpLink } from './set-up-link.ts'

export interface RunningIsobath {
  gateway: FastifyInstance
  /** Address of the server on the local machine. */
  url: string
  close(): Promise<void>
}

/**
 * Starts the gateway and the backend, and listens. The backend is embedded, unless `BACKEND_URL` points to a remote one. The gateway connects
 * to either over HTTP, and only this function chooses between them.
 * @param announce shows the set-up link to the operator
 * @throws Error when the backend refuses to start or the port is in use
 */
export async function startIsobath(
  config: Config,
  overrides: Partial<GatewayConfig> = {},
  announce: (setUpLink: string) => void = () => {}
): Promise<RunningIsobath> {
  await requireFreePort(config)
  const output = overrides.logger ? null : openLogOutput(debugLogFile(config.dataDir))
  const logger = overrides.logger ?? openDebugLog(config, output!)
  const setUpLink = keepSetUpLink(config.dataDir, announce, error => logger.error({ err: error }, 'storing the set-up link failed'))
  const jobEnds = new EventEmitter<JobEnds>()
  // The gateway's modules load while the backend's thread starts, so startup takes only as long as the slower one.
  const [backend, { buildGateway }, { closeGateway }] = await Promise.all([
    config.backendUrl
      ? null
      : startEmbeddedBackend(config, logger, {
          writeLine: line => output?.write(line),
          onSetUp: setUpLink.secretIs,
          onJobEnd: end => jobEnds.emit('end', end)
        }),
    import('./gateway/gateway.ts'),
    import('./gateway/streams.ts')
  ])
  const upstream = backend ?? { url: config.backendUrl!.href, ca: config.backendCa }

  const gateway = await buildGateway({
    upstream,
    dataDir: config.dataDir,
    webRoot: fileURLToPath(new URL('../web/dist', import.meta.url)),
    publicUrl: config.publicUrl,
    hstsSubdomains: config.hstsSubdomains,
    trustedProxies: config.trustedProxies,
    sessionMode: config.sessionMode,
    cookieKeys: config.cookieKeys,
    proxyUnlisted: config.proxyUnlisted,
    logLevel: config.logLevel,
    version: config.version,
    embedded: backend !== null,
    jobEnds,
    drainDelayMs: config.drainDelayMs,
    logger,
    ...overrides
  })
  if (backend) gateway.addHook('onClose', () => backend.close())

  try {
    await gateway.listen({ host: config.host, port: config.port })
  } catch (error) {
    await gateway.close()
    throw error
  }
  const url = listeningUrl(gateway.server.address() as AddressInfo)
  setUpLink.addressIs(config.publicUrl?.origin ?? url)
  return { gateway, url, close: () => closeGateway(gateway) }
}

/**
 * Fails while another server has the address, before anything is opened: a second start by mistake would otherwise take over the jobs, the schema and
 * the set-up link of the first.
 * @throws Error EADDRINUSE
 */
async function requireFreePort({ host, port }: Config): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  probe.listen({ host, port })
  await once(probe, 'listening')
  await new Promise(resolve => probe.close(resolve))
}

function listeningUrl({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
