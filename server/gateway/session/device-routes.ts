import type { FastifyPluginAsync } from 'fastify'
import type { BodyOf } from '../../../shared/contracts/contract.ts'
import { gatewayApi } from '../../../shared/contracts/gateway.ts'
import { readBodies } from '../bodies.ts'
import type { KnownDevices } from './known-devices.ts'

export interface DeviceRoutesOptions {
  /** Null with `SESSION_MODE=bearer`: no device is known. */
  devices: KnownDevices | null
  receiveWithinMs: number
}

/**
 * Signing out over HTTPS removes every cookie (`Clear-Site-Data`), one that the same answer sets too. The page takes the known device
 * out before and puts it back after.
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
