import type { FastifyReply } from 'fastify'

/** Sends JSON that a thread has already serialised according to the API contract. */
export const sendJson = (reply: FastifyReply, body: Uint8Array) =>
  reply.type('application/json; charset=utf-8').send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
