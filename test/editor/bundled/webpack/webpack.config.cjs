module.exports = {
  mode: 'production',
  devtool: 'source-map',
  entry: { background: './src/background.ts' },
  module: { rules: [{ test: /\.ts$/, use: 'ts-loader' }] },
  resolve: { extensions: ['.ts'] },
  output: { filename: '[name].js' },
};
