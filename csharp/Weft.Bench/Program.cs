Weft.Bench.Decoding.Run(args);
