import { runCommand } from './cli/run.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  print: text => process.stdout.write(`${text}\n`),
  complain: text => process.stderr.write(`${text}\n`)
})
