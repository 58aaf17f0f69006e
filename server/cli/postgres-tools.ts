import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { CommandFailed } from './command.ts'

const debianFolder = '/usr/lib/postgresql'

/** Returns the path of a PostgreSQL client program. @throws CommandFailed when it is not installed */
async function toolPath(name: string): Promise<string> {
  const versions = await readdir(debianFolder).catch(() => [])
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map(version => join(debianFolder, version, 'bin'))
  for (const folder of [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)]) {
    const path = join(folder, name)
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false
    )
    if (found) return path
  }
  throw new CommandFailed(`DATABASE_URL is a PostgreSQL database, but ${name} is not installed: install the PostgreSQL client tools`)
}

/** Writes the whole database to a file in pg_dump's custom format. The dump is consistent even while the server runs. */
export async function dumpPostgres(databaseUrl: string, target: string): Promise<void> {
  const { url, env } = withoutPassword(databaseUrl)
  await run(await toolPath('pg_dump'), ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`, `--dbname=${url}`], env)
}

/** Replaces the contents of the database with those of a dump. */
export async function restorePostgres(databaseUrl: string, source: string): Promise<void> {
  const tool = await toolPath('pg_restore')
  const { url, env } = withoutPassword(databaseUrl)
  await emptyPostgres(databaseUrl)
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  await run(tool, [...options, `--dbname=${url}`, source], env)
}

/** Drops the tables, their functions, and the schema of the job queue. pg_restore's `--clean` option cannot drop the partitions of the queue. */
async function emptyPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'"
    )
    const functions = await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`
    )
    const drops = [
      ...rows.map(({ name }) => `drop table if exists public.${name} cascade;`),
      ...functions.rows.map(({ name }) => `drop function if exists ${name} cascade;`)
    ]
    await client.query(`begin; drop schema if exists pgboss cascade; ${drops.join(' ')} commit`)
  } finally {
    await client.end()
  }
}

/**
 * Moves the password from the URL to an environment variable. Other users of the machine can read the command line, but not the environment. The
 * URL may have no host, as for a Unix socket, which the class `URL` does not accept.
 */
export function withoutPassword(databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } {
  const [, before, password, after] = /^([^:]+:\/\/[^:@/?]*):([^/?]*)(@.*)$/s.exec(databaseUrl) ?? []
  if (!password) return { url: databaseUrl, env: process.env }
  return { url: `${before}${after}`, env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', chunk => {
      complaint = (complaint + chunk).slice(-2000)
    })
    child.on('error', reject)
    child.on('close', code => {
      if (code === 0) resolve()
      else reject(new CommandFailed(`${program} failed: ${complaint.trim()}`))
    })
  })
}
