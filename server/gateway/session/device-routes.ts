import type { FastifyPluginAsync } from 'fastify'
import type { BodyOf } from '../../../shared/contracts/contract.ts'
import { gatewayApi } from '../../../shared/contracts/gateway.ts'
import { readBodies } from '../bodies.ts'
import type { KnownDevices } from './known-devices.ts'

export interface DeviceRoutesOptions {
  /** Known devices; null with `SESSION_MODE=bearer`, where no device is remembered. */
  devices: KnownDevices | null
  receiveWithinMs: number
}

/**
 * Keeps the known device across a sign-out. Over HTTPS, signing out removes all cookies (`Clear-Site-Data`), even one set by the same
 * response. The page therefore reads the device cookie before the sign-out and restores it afterwards.
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
