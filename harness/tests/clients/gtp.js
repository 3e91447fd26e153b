// The GTP client of Sabaki drives `bench gtp`: commands, a game, and a state that is brought about and taken back.
const assert = require('assert')
const {ControllerStateTracker} = require('@sabaki/gtp')

async function main() {
  const tracker = ControllerStateTracker.fromController(process.argv[2], ['gtp', '--agent', 'uct', '--iterations', '30', '--seed', '4'])
  const controller = tracker.controller
  controller.start()
  const ask = async (name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${name} ${args}: ${response.content}`)
    return response.content
  }
  assert.equal(await ask('protocol_version'), '2')
  assert.equal(await ask('name'), 'treebench uct')
  for (const name of ['undo', 'loadsgf', 'time_settings', 'final_score', 'set_free_handicap']) {
    assert(await tracker.knowsCommand(name), name)
  }

  const history = [
    {name: 'set_free_handicap', args: ['C3', 'E5']},
    {name: 'play', args: ['W', 'D4']},
    {name: 'play', args: ['B', 'D3']}
  ]
  const timeSettings = {mainTime: 60, byoyomiTime: 10, byoyomiStones: 3}
  await tracker.sync({komi: 5.5, boardsize: [7, 7], timeSettings, history})
  assert.equal(await ask('get_komi'), '5.5')
  assert.deepEqual((await ask('final_status_list', 'alive')).split('\n').sort(), ['C3', 'D3', 'D4', 'E5'])
  await tracker.sync({history: history.slice(0, 2)})
  assert.deepEqual((await ask('final_status_list', 'alive')).split('\n').sort(), ['C3', 'D4', 'E5'])

  let passes = 0
  for (let ply = 0; ply < 200 && passes < 2; ply++) {
    const vertex = await ask('genmove', ply % 2 ? 'W' : 'B')
    assert(/^([A-HJ][1-7]|PASS)$/.test(vertex), vertex)
    passes = vertex === 'PASS' ? passes + 1 : 0
  }
  assert(/^([BW]\+[0-9.]+|0)$/.test(await ask('final_score')))
  const wrong = await controller.sendCommand({name: 'play', args: ['B', 'Z99']})
  assert(wrong.error && wrong.content.startsWith('illegal move'), wrong.content)
  await controller.stop()
  console.log('played')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
