import type { FastifyPluginAsync } from 'fastify'
import type { BodyOf } from '../../../shared/contracts/contract.ts'
import { gatewayApi } from '../../../shared/contracts/gateway.ts'
import { readBodies } from '../bodies.ts'
import type { KnownDevices } from './known-devices.ts'

export interface DeviceRoutesOptions {
  /** Null with `SESSION_MODE=bearer`, where no device is remembered. */
  devices: KnownDevices | null
  receiveWithinMs: number
}

/**
 * Keeps the known device over a sign-out. Signing out over HTTPS removes every cookie (`Clear-Site-Data`), even one that the same response
 * sets. The page reads the device cookie before and restores it after.
 */
export const deviceRoutes: FastifyPluginAsync<DeviceRoutesOptions> = async (app, { devices, receiveWithinMs }) => {
  readBodies(app, 'json', receiveWithinMs)
  const { device, keepDevice } = gatewayApi
  const config = { isPublic: true }

  app.get(device.url, { config }, request => ({ device: devices?.sealed(request) ?? null }))

  app.route<{ Body: BodyOf<typeof keepDevice> }>({
    method: keepDevice.method,
    url: keepDevice.url,
    schema: { body: keepDevice.schema.body },
    config,
    handler(request, reply) {
      devices?.restore(request, reply, request.body.device)
      return reply.code(204).send()
    }
  })
}
