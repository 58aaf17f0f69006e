import type { Command } from './command.ts'

/** All commands by name. A command is loaded only when it runs, because `healthcheck` runs every 30 s and needs none of the others. */
export const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  'user create': async () => (await import('./users.ts')).createUser,
  'user list': async () => (await import('./users.ts')).listUsers,
  'user reset-password': async () => (await import('./users.ts')).resetPassword,
  'user disable': async () => (await import('./users.ts')).disableUser,
  'user enable': async () => (await import('./users.ts')).enableUser,
  'user invite': async () => (await import('./users.ts')).inviteUser,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  sweep: async () => (await import('./sweep.ts')).sweep,
  'adopt-files': async () => (await import('./adopt-files.ts')).adopt,
  'audit verify': async () => (await import('./audit.ts')).verifyAuditLog,
  'config check': async () => (await import('./config-check.ts')).checkConfig,
  doctor: async () => (await import('./doctor.ts')).doctor,
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheck
}
