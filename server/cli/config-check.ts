import { type Command, exitCodes } from './command.ts'

export const checkConfig: Command = {
  usage: '',
  summary: 'Check all settings of the environment',
  async run({ config, print }) {
    const settings = config()
    const lines: [string, string][] = [
      ['HOST', settings.host],
      ['PORT', String(settings.port)],
      ['DATA_DIR', settings.dataDir],
      ['PUBLIC_URL', settings.publicUrl?.origin ?? 'not set: plain HTTP on the requested host'],
      ['TRUSTED_PROXIES', settings.trustedProxies.join(', ') || 'none'],
      ['BACKEND_URL', settings.backendUrl?.origin ?? 'not set: the embedded backend'],
      ['DATABASE_URL', settings.databaseUrl ? withoutPassword(settings.databaseUrl) : 'not set: SQLite in DATA_DIR'],
      ['SESSION_MODE', settings.sessionMode],
      ['REGISTRATION', [settings.registration.kind, settings.registration.domains.join(',')].filter(Boolean).join(':')],
      ['MIN_FREE_SPACE', gibibytes(settings.room.minFreeBytes)],
      ['STORAGE_QUOTA', gibibytes(settings.room.quotaBytes)],
      ['STORAGE_QUOTA_PER_PERSON', gibibytes(settings.room.quotaPerPersonBytes)],
      ['AI_UPLOAD', settings.models.uploaders],
      ['AI_MAX_MODEL_MB', String(settings.models.largestBytes / 1024 ** 2)],
      ['AI_ALLOW_URL', String(settings.models.fromWeb)],
      ['SMTP_URL', settings.smtpUrl ? withoutPassword(settings.smtpUrl) : 'not set: passwords are reset by an administrator'],
      ['OFFLINE', settings.isOffline ? 'true: no external data is fetched' : 'false'],
      ['SCRAPER_ALLOW_HOSTS', settings.allowedHosts.join(', ') || 'none'],
      ['LOG_LEVEL', settings.logLevel],
      ['ROLES', [...settings.roles].join(',')]
    ]
    for (const [name, value] of lines) print(`${name.padEnd(24)} ${value}`)
    print('All settings are valid.')
    return exitCodes.ok
  }
}

const gibibytes = (bytes: number | null) => (bytes === null ? 'not set: no limit' : `${(bytes / 1024 ** 3).toFixed(2)} GiB`)

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'set'
  const { protocol, hostname, port, pathname } = new URL(address)
  return `${protocol}//${hostname}${port && `:${port}`}${pathname}`
}
