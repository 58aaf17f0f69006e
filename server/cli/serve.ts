import { type Command, exitCodes } from './command.ts'

export const serve: Command = {
  usage: '',
  summary: 'Start the server',
  async run() {
    await (await import('../serve.ts')).serve()
    return exitCodes.ok
  }
}
